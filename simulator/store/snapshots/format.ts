/** First member of a snapshot file's header. */
export const FORMAT = 'vskit-snapshot'

/** A snapshot file begins with these bytes. */
export const START = Buffer.from(`{"format":"${FORMAT}",`)
