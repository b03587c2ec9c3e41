/** The side of the square on which every picture is drawn, in SVG units. */
export const SIDE = 1_000

/** Returns a gradient from top to bottom, to be used as `url(#id)`. */
export function gradient(id: string, colors: string[]): string {
  const stops = colors.map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`)
  return `<linearGradient id="${id}" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

export const rect = (y: number, height: number, fill: string): string =>
  `<rect y="${y}" width="${SIDE}" height="${height}" fill="${fill}"/>`

export const circle = (x: number, y: number, radius: number, fill: string, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" opacity="${opacity}"/>`

export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

export const stroke = (d: string, color: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`

/** Draws the glow around a sun of this radius. */
export const glow = (x: number, y: number, radius: number, color: string): string =>
  `<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${radius * 4}"><stop offset="0" stop-color="${color}" stop-opacity=".7"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>${circle(x, y, radius * 4, 'url(#glow)')}`

export const picture = (...parts: string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">${parts.join('')}</svg>`
