const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const findName = (names: [RegExp, string][], text: string): string[] => {
  const match = names.find(([pattern]) => pattern.test(text))
  return match ? [match[1]] : []
}

/**
 * Returns browser and system as short text, such as `Firefox, Windows`; empty if the user agent names no known browser
 * or system.
 */
export const detectDevice = (userAgent = ''): string =>
  [...findName(BROWSERS, userAgent), ...findName(SYSTEMS, userAgent)].join(', ')
