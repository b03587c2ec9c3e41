import type { Id } from '@app/contract/base'
import type { SearchHit } from '@app/contract/profiles'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { findByName } from '../lib/hits.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/loadable.ts'
import { useTexts } from '../lib/texts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Field.tsx'
import { inOneLine, shapeOf, usePersons } from '../ui/facts.ts'
import { VerifiedMark } from '../ui/VerifiedMark.tsx'
import { FoundMember } from './FoundMember.tsx'
import styles from './find.module.css'
import { chatsTexts } from './texts.ts'

type Hits = Loadable<readonly SearchHit[]>

function Outcome({ hits, onPick }: { hits: Hits; onPick: (hit: SearchHit) => void }) {
  const t = useTexts(chatsTexts)
  const persons = usePersons()
  if (hits.state === 'notStarted') return <p className="visually-hidden">{t('find.notStarted')}</p>
  if (hits.state === 'loading') return <p role="status">{t('find.loading')}</p>
  if (hits.state === 'failed') {
    return (
      <p role="alert" className={styles.failed}>
        {t('find.failed')}. {hits.error.message}
      </p>
    )
  }
  return (
    <>
      <p role="status" className={hits.data.length > 0 ? 'visually-hidden' : undefined}>
        {hits.data.length > 0 ? t('find.hits', { count: hits.data.length }) : t('find.none')}
      </p>
      <ul className={styles.hits}>
        {hits.data.map((hit) => (
          <li key={hit.userName}>
            <button type="button" className={styles.hit} onClick={() => onPick(hit)}>
              <Avatar name={hit.userName} shape={shapeOf(hit.persons)} photoUrl={hit.profilePhotoUrl} size={40} />
              <span className={styles.hitWords}>
                <span className={styles.hitName}>
                  <span>{hit.userName}</span>
                  {hit.badges.includes('VERIFIED') && <VerifiedMark size={16} />}
                </span>
                <span className={styles.facts}>{inOneLine(persons(hit.persons), hit.cities[0])}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = { open: boolean; onClose: () => void; onOpenChat: (chatId: Id) => void }

/** Finds a member by name and offers what can be done with them. */
export function NewChatDialog({ open, onClose, onOpenChat }: Props) {
  const t = useTexts(chatsTexts)
  const [name, setName] = useState('')
  const [hits, setHits] = useState<Hits>(notStarted)
  const [picked, setPicked] = useState<SearchHit | null>(null)
  const [written, setWritten] = useState(false)

  const close = () => {
    setName('')
    setHits(notStarted)
    setPicked(null)
    setWritten(false)
    onClose()
  }

  async function search(event: FormEvent): Promise<void> {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') return
    setHits(loading(notStarted))
    setHits(await findByName(wanted).then(loaded, (error: unknown) => failed(notStarted, error)))
  }

  return (
    <Dialog title={t('find.title')} open={open} onClose={close} unsaved={written}>
      {picked ? (
        <FoundMember
          hit={picked}
          onBack={() => {
            setPicked(null)
            setWritten(false)
          }}
          onWritten={setWritten}
          onOpenChat={(chatId) => {
            close()
            onOpenChat(chatId)
          }}
          onDone={close}
        />
      ) : (
        <form className={styles.form} onSubmit={(event) => void search(event)}>
          <TextField
            label={t('find.name')}
            hint={t('find.hint')}
            autoFocus
            autoComplete="off"
            maxLength={30}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="submit" icon={Search} disabled={name.trim() === ''}>
            {t('find.search')}
          </Button>
          <Outcome hits={hits} onPick={setPicked} />
        </form>
      )}
    </Dialog>
  )
}
