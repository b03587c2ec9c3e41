import { createLucideIcon } from 'lucide-react'

/** The kiss icon, in the style of the other icons. */
export const Lips = createLucideIcon('lips', [
  [
    'path',
    {
      d: 'M2 12c3-3 5.6-4.8 7.4-4.8 1 0 1.8.4 2.6 1 .8-.6 1.6-1 2.6-1 1.8 0 4.4 1.8 7.4 4.8-3.2 3.6-6.6 5.3-10 5.3S5.2 15.6 2 12Z',
      key: 'outline',
    },
  ],
  ['path', { d: 'M2 12c3.4.9 6.7.3 10 .3s6.6.6 10-.3', key: 'line' }],
])
