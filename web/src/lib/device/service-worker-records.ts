/** The cache in which pages store records for the service worker, and the record of discreet mode in it. */
export const DEVICE_CACHE = 'salong-device'
export const DISCREET_RECORD = '/discreet'
