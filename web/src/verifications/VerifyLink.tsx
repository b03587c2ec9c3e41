import { BadgeCheck, Info } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { profileUrl } from '../lib/navigation/profile-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink, type ButtonVariant } from '../ui/buttons/Button.tsx'
import { verificationsTexts } from './texts.ts'
import styles from './verifications.module.css'

type Props = {
  name: string
  /** Whether an open chat with the member exists. */
  chatting: boolean
  variant?: ButtonVariant
}

/** Links to the verification of a member. */
export function VerifyLink({ name, chatting, variant = 'tinted' }: Props) {
  const t = useTexts(verificationsTexts)
  const { state } = useLocation()
  return chatting ? (
    <ButtonLink
      to={`${profileUrl(name)}&tab=verification#parts`}
      state={state}
      replace
      variant={variant}
      icon={BadgeCheck}
      wide
    >
      {t('verify')}
    </ButtonLink>
  ) : (
    <Button variant={variant} icon={BadgeCheck} wide disabled>
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
