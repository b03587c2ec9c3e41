import type { MemberResponse } from '@app/contract/members/members'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Lips } from '../ui/marks/lips-icon.ts'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { kiss } from './relationship.ts'
import { profileTexts } from './texts.ts'

/** Returns a menu action that sends a kiss. */
export function useKissAction({ profile, between }: MemberResponse): MenuAction {
  const t = useTexts(profileTexts)
  return {
    id: 'kiss',
    label: t(between?.kissedToday ? 'kiss.given' : 'kiss.give'),
    icon: Lips,
    disabled: between?.kissedToday ?? false,
    run: () => void kiss(profile.userName),
  }
}

type Props = {
  member: MemberResponse
  /** Whether the button has a shorter label and a quieter style, for narrow layouts. */
  compact?: boolean
}

/** Lets the viewer send a kiss; disabled once they have sent one today. */
export function KissButton({ member: { profile, between }, compact }: Props) {
  const t = useTexts(profileTexts)
  const state = between?.kissedToday ? 'given' : 'give'
  return (
    <Button
      variant={compact ? 'outlined' : 'tinted'}
      icon={Lips}
      wide
      disabled={between?.kissedToday}
      aria-label={t(`kiss.${state}`)}
      onClick={() => void kiss(profile.userName)}
    >
      {t(compact ? `kiss.${state}Short` : `kiss.${state}`)}
    </Button>
  )
}
