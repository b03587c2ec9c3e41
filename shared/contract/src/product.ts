/** The name of the product in pages and emails. */
export const PRODUCT_NAME = 'Salong'

/** The version of the product, shown on the login screen and sent as `X-Client-Version`. */
export const VERSION = '2.4.0'

/** The server tells clients with an older version to reload. */
export const OLDEST_CLIENT_VERSION = '2.4.0'
