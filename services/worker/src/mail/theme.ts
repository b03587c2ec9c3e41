/** The design tokens of the light theme as values, since email programs do not support CSS variables. */
export const COLORS = {
  canvas: '#F2ECEA',
  surface: '#FFFDFB',
  line: '#E6DBD8',
  ink: '#281A27',
  ink2: '#5A4A58',
  ink3: '#6F5E6B',
  plum: '#6B2A55',
  onPlum: '#FFF7FA',
  plumInk: '#642650',
} as const

export const SERIF = "Petrona, Georgia, 'Times New Roman', serif"
export const SANS = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
