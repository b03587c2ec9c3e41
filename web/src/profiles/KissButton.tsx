import type { MemberResponse } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Lips } from '../ui/marks/lips-icon.ts'
import { kiss } from './between.ts'
import { profileTexts } from './texts.ts'

type Props = {
  member: MemberResponse
  /** A shorter label and a quieter style, for narrow layouts. */
  short?: boolean
}

/** Sends a kiss, at most one a day. */
export function KissButton({ member: { profile, between }, short }: Props) {
  const t = useTexts(profileTexts)
  const word = between?.kissedToday ? 'given' : 'give'
  return (
    <Button
      variant={short ? 'outlined' : 'tinted'}
      icon={Lips}
      wide
      disabled={between?.kissedToday}
      aria-label={t(`kiss.${word}`)}
      onClick={() => void kiss(profile.userName)}
    >
      {t(short ? `kiss.${word}Short` : `kiss.${word}`)}
    </Button>
  )
}
