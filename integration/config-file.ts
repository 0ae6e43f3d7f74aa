/** The configuration that is read if it exists and no other is named. */
export const DEFAULT_CONFIG = 'vskit.integration.yaml'
