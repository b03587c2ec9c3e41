import type { CalendarFeed } from '@app/contract/events'
import { CalendarSync } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../lib/device/copy-text.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { inSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { FormButtons } from '../ui/forms/FormPane.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { createFeed, getFeed, revokeFeed } from './api.ts'
import styles from './form.module.css'
import { eventsTexts } from './texts.ts'

type FeedProps = { feed: CalendarFeed; busy: boolean; onCreate: () => void; onRevoke: () => void }

/** Shows the calendar feed's URL right after creation; later only that a feed exists. */
function Feed({ feed: { active, url }, busy, onCreate, onRevoke }: FeedProps) {
  const t = useTexts(eventsTexts)
  async function copy(): Promise<void> {
    const isCopied = await copyText(url ?? '')
    showToast({ text: t(isCopied ? 'calendar.copied' : 'calendar.notCopied') })
  }
  return (
    <>
      {url && <TextField label={t('calendar.address')} hint={t('calendar.shownOnce')} value={url} readOnly />}
      {active && !url && <p>{t('calendar.renewText')}</p>}
      <FormButtons>
        {url ? (
          <Button onClick={() => void copy()}>{t('calendar.copy')}</Button>
        ) : (
          <Button busy={busy} onClick={onCreate}>
            {t(active ? 'calendar.renew' : 'calendar.create')}
          </Button>
        )}
        {active && (
          <Button variant="dangerQuiet" onClick={onRevoke}>
            {t('calendar.revoke')}
          </Button>
        )}
      </FormButtons>
    </>
  )
}

/**
 * Shows the button and the dialog that manage the secret URL of the member's calendar feed: create it, show it once,
 * replace it and revoke it.
 */
export function CalendarDialog() {
  const t = useTexts(eventsTexts)
  const [isOpen, setIsOpen] = useState(false)
  const [feed, setFeed] = useState<Loadable<CalendarFeed>>(notStarted)
  const [busy, setBusy] = useState(false)
  const lastLoad = useRef(0)
  const load = () => {
    lastLoad.current += 1
    const number = lastLoad.current
    const setIfLatest: typeof setFeed = (next) => number === lastLoad.current && setFeed(next)
    setFeed(loading)
    getFeed().then(
      (response) => setIfLatest(loaded(response)),
      (error: unknown) => setIfLatest((previous) => failed(previous, error)),
    )
  }
  async function run(request: () => Promise<CalendarFeed>): Promise<void> {
    // A response to an earlier load would hide the new URL, which is shown only once.
    lastLoad.current += 1
    setBusy(true)
    await request().then((response) => setFeed(loaded(response)), showErrorToast)
    setBusy(false)
  }
  const revoke = () =>
    run(async () => {
      const onRevoked = inSession(() => showToast({ text: t('calendar.revoked') }))
      await revokeFeed()
      onRevoked()
      return { active: false, url: null }
    })
  return (
    <>
      <Button
        variant="quiet"
        wide
        icon={CalendarSync}
        onClick={() => {
          setIsOpen(true)
          load()
        }}
      >
        {t('calendar.open')}
      </Button>
      <Dialog title={t('calendar.title')} open={isOpen} onClose={() => setIsOpen(false)}>
        <div className={styles.feed}>
          <p>{t('calendar.explanation')}</p>
          {feed.state === 'failed' && !feed.data && <Failed error={feed.error} retry={load} />}
          {feed.data && (
            <Feed feed={feed.data} busy={busy} onCreate={() => void run(createFeed)} onRevoke={() => void revoke()} />
          )}
        </div>
      </Dialog>
    </>
  )
}
