/** The path prefix of all API routes. */
export const API = '/api/v2'
