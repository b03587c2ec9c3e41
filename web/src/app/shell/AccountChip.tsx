import { Suspense, useRef, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useOwnProfile } from '../../profiles/store.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { appTexts } from '../texts.ts'
import styles from './shell.module.css'

const AccountPopover = lazy(async () => ({ default: (await import('./AccountPopover.tsx')).AccountPopover }))

/** Shows the logged-in account at the bottom of the rail, and opens a popover with the theme and the language. */
export function AccountChip() {
  const t = useTexts(appTexts)
  const session = useSession()
  const profile = useOwnProfile().data?.profile
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (!session) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.account}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Avatar
          name={session.userName}
          shape={session.couple ? 'couple' : 'person'}
          photoUrl={profile?.profilePhotoUrl}
          size={40}
        />
        <span className={styles.accountNames}>
          <span className={styles.accountName}>{session.userName}</span>
          <span className={styles.accountHint}>
            {profile?.cities[0] ?? (session.couple ? t('ourProfile') : t('myProfile'))}
          </span>
        </span>
        <span className="visually-hidden">{t('account')}</span>
      </button>
      {open && (
        <Suspense>
          <AccountPopover label={t('account')} trigger={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
