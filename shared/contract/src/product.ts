/** The working name of the product, as pages and mails say it. */
export const PRODUCT_NAME = 'Salong'

/** Shown on the login screen and sent as `X-Client-Version`. */
export const VERSION = '2.4.0'

/** A client older than this is asked to load itself anew. */
export const OLDEST_CLIENT_VERSION = '2.4.0'
