import type { CalendarFeed } from '@app/contract/events'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { FormButtons } from '../ui/forms/FormPane.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { endFeed, getFeed, makeFeed } from './api.ts'
import styles from './form.module.css'
import { eventsTexts } from './texts.ts'

type FeedProps = { feed: CalendarFeed; busy: boolean; onMake: () => void; onEnd: () => void }

/** Shows the calendar feed's URL right after creation; later only that a feed exists. */
function Feed({ feed: { active, url }, busy, onMake, onEnd }: FeedProps) {
  const t = useTexts(eventsTexts)
  async function copy(): Promise<void> {
    try {
      // NOTE: the clipboard API is only available in secure contexts.
      await navigator.clipboard.writeText(url ?? '')
      showToast({ text: t('calendar.copied') })
    } catch {
      showToast({ text: t('calendar.notCopied') })
    }
  }
  return (
    <>
      {url && <TextField label={t('calendar.address')} hint={t('calendar.once')} value={url} readOnly />}
      {active && !url && <p>{t('calendar.renewText')}</p>}
      <FormButtons>
        {url ? (
          <Button onClick={() => void copy()}>{t('calendar.copy')}</Button>
        ) : (
          <Button busy={busy} onClick={onMake}>
            {t(active ? 'calendar.renew' : 'calendar.make')}
          </Button>
        )}
        {active && (
          <Button variant="dangerQuiet" onClick={onEnd}>
            {t('calendar.end')}
          </Button>
        )}
      </FormButtons>
    </>
  )
}

/** Manages the secret URL of the member's calendar feed: creates it, shows it once, replaces and revokes it. */
export function CalendarDialog() {
  const t = useTexts(eventsTexts)
  const [open, setOpen] = useState(false)
  const [feed, setFeed] = useState<Loadable<CalendarFeed>>(notStarted)
  const [busy, setBusy] = useState(false)
  const ask = () => {
    setFeed(loading)
    getFeed().then(
      (answer) => setFeed(loaded(answer)),
      (error: unknown) => setFeed((before) => failed(before, error)),
    )
  }
  async function run(work: () => Promise<CalendarFeed>): Promise<void> {
    setBusy(true)
    await work().then((answer) => setFeed(loaded(answer)), showErrorToast)
    setBusy(false)
  }
  const end = () =>
    run(async () => {
      await endFeed()
      showToast({ text: t('calendar.ended') })
      return { active: false, url: null }
    })
  return (
    <>
      <Button
        variant="quiet"
        wide
        icon={CalendarSync}
        onClick={() => {
          setOpen(true)
          ask()
        }}
      >
        {t('calendar.open')}
      </Button>
      <Dialog title={t('calendar.title')} open={open} onClose={() => setOpen(false)}>
        <div className={styles.feed}>
          <p>{t('calendar.lead')}</p>
          {feed.state === 'failed' && !feed.data && <Failed error={feed.error} retry={ask} />}
          {feed.data && (
            <Feed feed={feed.data} busy={busy} onMake={() => void run(makeFeed)} onEnd={() => void end()} />
          )}
        </div>
      </Dialog>
    </>
  )
}
