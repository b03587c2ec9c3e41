import type { MailKind } from '@app/contract/members/unsubscribe-tokens'
import { settingsUrl } from '../lib/navigation/settings-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { unsubscribe } from './api.ts'
import { MailedAction } from './MailedAction.tsx'
import { unsubscribeTexts } from './unsubscribe-texts.ts'

/** Lets the recipient of an email unsubscribe from emails of its kind, with the token from the emailed link. */
export function UnsubscribeForm({ token, kind }: { token: string; kind: MailKind }) {
  const t = useTexts(unsubscribeTexts)
  return (
    <MailedAction
      question={t(`${kind}.question`)}
      action={t('end')}
      done={t(`${kind}.ended`)}
      run={() => unsubscribe(token)}
      link={
        <ButtonLink to={settingsUrl('notifications')} variant="outlined" wide>
          {t('settings')}
        </ButtonLink>
      }
    />
  )
}
