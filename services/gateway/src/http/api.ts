/** Where all calls begin. */
export const API = '/api/v2'
