import type { CalendarFeed } from '@app/contract/events'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../lib/texts.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { endFeed, getFeed, makeFeed } from './api.ts'
import styles from './form.module.css'
import { eventsTexts } from './texts.ts'

/** The address under which a calendar fetches my events: made, shown once, replaced, ended. */
export function CalendarDialog() {
  const t = useTexts(eventsTexts)
  const [open, setOpen] = useState(false)
  const [feed, setFeed] = useState<CalendarFeed | null>(null)
  const [busy, setBusy] = useState(false)

  async function run(work: () => Promise<CalendarFeed>): Promise<void> {
    setBusy(true)
    await work().then(setFeed, showErrorToast)
    setBusy(false)
  }
  const show = () => {
    setOpen(true)
    void run(getFeed)
  }
  const copy = (url: string) =>
    void navigator.clipboard.writeText(url).then(
      () => showToast({ text: t('calendar.copied') }),
      () => showToast({ text: t('calendar.notCopied') }),
    )
  const end = () =>
    run(async () => {
      await endFeed()
      showToast({ text: t('calendar.ended') })
      return { active: false, url: null }
    })

  return (
    <>
      <Button variant="quiet" wide icon={CalendarSync} onClick={show}>
        {t('calendar.open')}
      </Button>
      <Dialog title={t('calendar.title')} open={open} onClose={() => setOpen(false)}>
        <div className={styles.feed}>
          <p>{t('calendar.lead')}</p>
          {feed?.url ? (
            <>
              <TextField label={t('calendar.address')} hint={t('calendar.once')} value={feed.url} readOnly />
              <div className={styles.buttons}>
                <Button onClick={() => feed.url && copy(feed.url)}>{t('calendar.copy')}</Button>
              </div>
            </>
          ) : (
            feed && (
              <>
                {feed.active && <p>{t('calendar.renewText')}</p>}
                <div className={styles.buttons}>
                  <Button busy={busy} onClick={() => void run(makeFeed)}>
                    {t(feed.active ? 'calendar.renew' : 'calendar.make')}
                  </Button>
                </div>
              </>
            )
          )}
          {feed?.active && (
            <div className={styles.buttons}>
              <Button variant="dangerQuiet" onClick={() => void end()}>
                {t('calendar.end')}
              </Button>
            </div>
          )}
        </div>
      </Dialog>
    </>
  )
}
