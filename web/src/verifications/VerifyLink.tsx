import { BadgeCheck, Info } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router-dom'
import { profileUrl } from '../lib/navigation/profile-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { verificationsTexts } from './texts.ts'
import styles from './verifications.module.css'

/** Returns a menu action that opens the verification of a member, where its requirements are explained. */
export function useVerifyAction(name: string): MenuAction {
  const t = useTexts(verificationsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const open = () => void navigate(`${profileUrl(name)}&tab=verification#parts`, { replace: true, state })
  return { id: 'verify', label: t('verify'), icon: BadgeCheck, run: open }
}

type Props = {
  name: string
  /** Whether an open chat with the member exists. */
  chatting: boolean
}

/** Links to the verification of a member; disabled without an open chat. */
export function VerifyLink({ name, chatting }: Props) {
  const t = useTexts(verificationsTexts)
  const { state } = useLocation()
  return chatting ? (
    <ButtonLink
      to={`${profileUrl(name)}&tab=verification#parts`}
      state={state}
      replace
      variant="tinted"
      icon={BadgeCheck}
      wide
    >
      {t('verify')}
    </ButtonLink>
  ) : (
    <Button variant="tinted" icon={BadgeCheck} wide disabled>
      {t('verify')}
    </Button>
  )
}

/** Explains that verification requires a chat. */
export function VerifyHint() {
  const t = useTexts(verificationsTexts)
  return (
    <p className={styles.hint}>
      <Info size="1rem" strokeWidth={1.75} aria-hidden />
      {t('needsChat')}
    </p>
  )
}
