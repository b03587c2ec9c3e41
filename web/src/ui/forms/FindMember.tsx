import { PROFILE_NAME_MAX } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { Search } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { findByName } from '../../lib/http/hits.ts'
import { failed, type Loadable, loaded, loading, notStarted } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../buttons/Button.tsx'
import { joinFacts, shapeOf, usePersons } from '../facts.ts'
import { VerifiedMark } from '../marks/VerifiedMark.tsx'
import { Avatar } from '../photos/Avatar.tsx'
import { TextField } from './Field.tsx'
import styles from './find-member.module.css'
import { findTexts } from './find-texts.ts'

type Hits = Loadable<readonly SearchHit[]>
type Props = { onPick: (hit: SearchHit) => void }

function Results({ hits, onPick }: Props & { hits: Hits }) {
  const t = useTexts(findTexts)
  const persons = usePersons()
  if (hits.state === 'notStarted') return <p className="visually-hidden">{t('notStarted')}</p>
  if (hits.state === 'loading') return <p role="status">{t('loading')}</p>
  if (hits.state === 'failed') {
    return (
      <p role="alert" className={styles.failed}>
        {t('failed')}. {hits.error.message}
      </p>
    )
  }
  return (
    <>
      <p role="status" className={hits.data.length > 0 ? 'visually-hidden' : undefined}>
        {hits.data.length > 0 ? t('hits', { count: hits.data.length }) : t('none')}
      </p>
      <ul className={styles.hits}>
        {hits.data.map((hit) => (
          <li key={hit.userName}>
            <button type="button" className={styles.hit} onClick={() => onPick(hit)}>
              <Avatar name={hit.userName} shape={shapeOf(hit.persons)} photoUrl={hit.profilePhotoUrl} size={40} />
              <span className={styles.text}>
                <span className={styles.name}>
                  <span>{hit.userName}</span>
                  {hit.badges.includes('VERIFIED') && <VerifiedMark size="1rem" />}
                </span>
                <span className={styles.facts}>{joinFacts(persons(hit.persons), hit.cities[0])}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Finds members by part of their name and passes the selected one to `onPick`. */
export function FindMember({ onPick }: Props) {
  const t = useTexts(findTexts)
  const [name, setName] = useState('')
  const [hits, setHits] = useState<Hits>(notStarted)
  const lastRequestId = useRef(0)
  async function search(event: FormEvent): Promise<void> {
    event.preventDefault()
    const trimmedName = name.trim()
    if (trimmedName === '') return
    lastRequestId.current += 1
    const requestId = lastRequestId.current
    setHits(loading(notStarted))
    const result: Hits = await findByName(trimmedName).then(loaded, (error: unknown) => failed(notStarted, error))
    if (requestId === lastRequestId.current) setHits(result)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void search(event)}>
      <TextField
        label={t('name')}
        hint={t('hint')}
        autoFocus
        autoComplete="off"
        maxLength={PROFILE_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon={Search} disabled={name.trim() === ''}>
        {t('search')}
      </Button>
      <Results hits={hits} onPick={onPick} />
    </form>
  )
}
