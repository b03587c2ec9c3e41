/** The path prefix of all API calls. */
export const API = '/api/v2'
