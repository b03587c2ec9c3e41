/** The cache through which pages leave records for the service worker, and its record of discreet mode. */
export const DEVICE_CACHE = 'salong-device'
export const DISCREET_RECORD = '/discreet'
