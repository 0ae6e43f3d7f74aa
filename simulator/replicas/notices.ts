/** The channel on which replicas wake each other. A notice only speeds things up. */
export const CHANNEL = 'vskit'
