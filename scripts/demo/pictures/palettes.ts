/** The colors of a picture: the sky from top to horizon, the land from far to near, the sun, and the water. */
export type Palette = { sky: string[]; land: string[]; sun: string; water: string[] }

export const PALETTES = {
  dusk: {
    sky: ['#7f72a6', '#c08fae', '#f0b9a6', '#fbdcb4'],
    land: ['#a07a9c', '#7c5f8d', '#544a7a', '#332f57'],
    sun: '#fff0cf',
    water: ['#c99bae', '#8a6f9c', '#574c7e'],
  },
  ember: {
    sky: ['#37204f', '#7d3c66', '#d3735f', '#f4bd84'],
    land: ['#a6535f', '#6f3355', '#442046', '#241230'],
    sun: '#ffe3b3',
    water: ['#b65f66', '#6b3358', '#2e1838'],
  },
  lagoon: {
    sky: ['#a9c9cb', '#cfdcd0', '#f6e6c6', '#fbd9ad'],
    land: ['#7fa5a5', '#4f8189', '#2f5f70', '#1d4154'],
    sun: '#fff4d8',
    water: ['#a5c3bd', '#5d95a0', '#2c6174'],
  },
  forest: {
    sky: ['#dfe5c1', '#e9edcf', '#f4f0d4', '#faf3d8'],
    land: ['#9fb58f', '#7d9f7f', '#4c7a63', '#22402f'],
    sun: '#fff6d6',
    water: ['#c4d3ae', '#89ab8d', '#4a7866'],
  },
  night: {
    sky: ['#0e1238', '#2b2658', '#574677', '#8d6d8c'],
    land: ['#433a68', '#2d2850', '#1b193a', '#0d0e25'],
    sun: '#f6ead2',
    water: ['#5d4e7c', '#332c59', '#15142f'],
  },
  rose: {
    sky: ['#f3dcd2', '#ecc3c0', '#dfa0ab', '#c27f9a'],
    land: ['#b06f93', '#8a4f7b', '#5d3261', '#2c1630'],
    sun: '#fff2e2',
    water: ['#dda9b0', '#a5658c', '#4d2a54'],
  },
  amber: {
    sky: ['#f6dcb4', '#f3cba0', '#ecb488', '#e09a74'],
    land: ['#c87f68', '#9a5656', '#6b3a45', '#3c2231'],
    sun: '#fdebcb',
    water: ['#e5b08e', '#b06f66', '#6b3a45'],
  },
} satisfies Record<string, Palette>

export type Light = keyof typeof PALETTES
export const LIGHTS = Object.keys(PALETTES) as Light[]
