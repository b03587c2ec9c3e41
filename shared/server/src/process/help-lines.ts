import { HelpLine } from '@app/contract/app'
import * as z from 'zod/mini'

/** The numbers of Swedish emergency and support lines. The operator has to confirm them before opening. */
const DEFAULT_HELP_LINES: HelpLine[] = [
  {
    kind: 'EMERGENCY',
    number: '112',
    sv: 'Fara just nu',
    en: 'Danger right now',
    noteSv: 'Polis och ambulans',
    noteEn: 'Police and ambulance',
    more: false,
  },
  {
    kind: 'POLICE',
    number: '114 14',
    sv: 'Polisen',
    en: 'Police',
    noteSv: 'När det inte är akut',
    noteEn: 'When it is not urgent',
    more: false,
  },
  {
    kind: 'SUPPORT',
    number: '020-50 50 50',
    sv: 'Kvinnofridslinjen',
    en: 'Kvinnofridslinjen, for women',
    noteSv: 'Dygnet runt, syns inte på telefonräkningen',
    noteEn: 'Open 24/7, not shown on your phone bill',
    more: false,
  },
  {
    kind: 'SUPPORT',
    number: '116 006',
    sv: 'Brottsofferjouren',
    en: 'Brottsofferjouren, for victims of crime',
    noteSv: 'Stöd för alla, vardagar',
    noteEn: 'Support for everybody, on weekdays',
    more: false,
  },
  {
    kind: 'SUPPORT',
    number: '020-80 80 80',
    sv: 'Stödlinjen för män',
    en: 'Stödlinjen för män, for men',
    noteSv: 'Vid våld i nära relationer',
    noteEn: 'Help with violence in close relationships',
    more: true,
  },
  {
    kind: 'SUPPORT',
    number: '020-55 00 00',
    sv: 'Stödlinjen för transpersoner',
    en: 'Stödlinjen för transpersoner, for trans people',
    noteSv: 'Vid våld i nära relationer',
    noteEn: 'Help with violence in close relationships',
    more: true,
  },
  {
    kind: 'SUPPORT',
    number: '116 111',
    sv: 'Bris',
    en: 'Bris, for everybody under 18',
    noteSv: 'För dig under 18 år',
    noteEn: 'If you are under 18',
    more: true,
  },
]

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Returns the help lines in the setting `HELP_LINES`, or the default ones without it; null if it is invalid. */
export function parseHelpLines(setting: string | undefined): HelpLine[] | null {
  if (setting === undefined) return DEFAULT_HELP_LINES
  const { success, data } = z.array(HelpLine).safeParse(parseJson(setting))
  return success ? data : null
}
