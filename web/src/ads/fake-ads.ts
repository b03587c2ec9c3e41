import type { Ad } from '@app/contract/ads'

/** Creates an ad as the server returns it, with default fields unless changed. */
export const anAd = (changes: Partial<Ad> = {}): Ad => ({
  id: '7',
  title: 'Gastar sökes till en sista segling',
  content: 'Båten ska upp.\nVi bjuder på fisksoppa.',
  published: new Date(Date.now() - 20 * 60_000).toISOString(),
  userName: 'Siv och Tor',
  profilePhotoUrl: null,
  badges: [],
  cities: ['Stockholm', 'Värmdö'],
  profileType: 'MIXED_COUPLE',
  p1Year: 1972,
  p1Orientation: 'BI',
  p2Year: 1969,
  p2Orientation: 'HETERO',
  mine: false,
  ...changes,
})
