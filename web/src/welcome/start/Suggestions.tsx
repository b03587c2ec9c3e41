import { SUGGESTION_WORDS_LENGTH } from '@app/contract/limits'
import type { Suggestion } from '@app/contract/welcome'
import { Check } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useNow } from '../../lib/text/clock.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { stripMarkdown } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useRelativeTime } from '../../lib/text/times.ts'
import { Button, ButtonLink } from '../../ui/buttons/Button.tsx'
import { usePersons } from '../../ui/facts.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Landscape } from '../../ui/photos/Landscape.tsx'
import { Photo } from '../../ui/photos/Photo.tsx'
import { startTexts } from './start-texts.ts'
import { loadSuggestions } from './store.ts'
import styles from './suggestions.module.css'
import { useCountInWords } from './use-count-in-words.ts'

const PROFILES = '/profilelist'
const WEEK_MS = 7 * 24 * 60 * 60_000

/** Returns the sentence about the suggested members, which states only facts that apply to all of them. */
function useLead(couple: boolean): (suggestions: readonly Suggestion[], cities: readonly string[]) => string {
  const t = useTexts(startTexts)
  const now = useNow()
  const listFormat = new Intl.ListFormat(localeOf(useLanguage()), { type: 'disjunction' })
  return (suggestions, ownCities) => {
    const shared = ownCities.filter((city) => suggestions.some(({ cities }) => cities.includes(city)))
    const areNear = suggestions.every(({ cities }) => cities.some((city) => ownCities.includes(city)))
    const areActive = suggestions.every(
      ({ lastActive }) => lastActive !== null && now.getTime() - Date.parse(lastActive) < WEEK_MS,
    )
    const key = `lead${areNear ? 'Near' : ''}${areActive ? 'Active' : ''}${couple ? 'OfTwo' : ''}` as const
    return t(`suggestions.${key}`, { cities: listFormat.format(shared) })
  }
}

type RowProps = { suggestion: Suggestion; ownCities: readonly string[]; isInvited: boolean; onSayHello: () => void }

function Row({ suggestion, ownCities, isInvited, onSayHello }: RowProps) {
  const t = useTexts(startTexts)
  const persons = usePersons()
  const relative = useRelativeTime()
  const { userName: name, cities, lastActive, profilePhotoUrl, badges, words } = suggestion
  return (
    <li className={styles.row}>
      <ProfileLink name={name} className={styles.member}>
        <span className={styles.photo}>
          {profilePhotoUrl ? <Photo photo={profilePhotoUrl} alt="" sizes="104px" /> : <Landscape name={name} />}
        </span>
        <span className={styles.about}>
          <span className={styles.name}>
            <span>{name}</span>
            {badges.includes('VERIFIED') && <VerifiedMark />}
          </span>
          <span className={styles.facts}>
            <span>{persons(suggestion.persons)}</span>
            <span>{cities.find((city) => ownCities.includes(city)) ?? cities[0]}</span>
            {lastActive && <span>{relative(lastActive)}</span>}
          </span>
          {words !== '' && (
            <span className={styles.words} dir="auto">
              {stripMarkdown(words, [...words].length >= SUGGESTION_WORDS_LENGTH)}
            </span>
          )}
        </span>
      </ProfileLink>
      {isInvited ? (
        <span className={styles.invited}>
          <Check size="1rem" strokeWidth={2} aria-hidden />
          {t('suggestions.invited')}
        </span>
      ) : (
        <span data-say-hello>
          <Button variant="outlined" aria-label={t('suggestions.sayHelloTo', { name })} onClick={onSayHello}>
            {t('suggestions.sayHello')}
          </Button>
        </span>
      )}
    </li>
  )
}

const SKELETON_ROWS = ['38%', '52%', '44%', '60%']

function Skeletons() {
  const t = useTexts(startTexts)
  return (
    <Loading text={t('suggestions.loading')}>
      <ul>
        {SKELETON_ROWS.map((width) => (
          <li key={width} className={styles.row}>
            <span className={styles.member}>
              <span className={styles.photo}>
                <Skeleton height="100%" radius="0" />
              </span>
              <span className={styles.about}>
                <Skeleton width={width} height="1.125rem" />
                <Skeleton width="70%" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Loading>
  )
}

type Props = {
  list: Loadable<readonly Suggestion[]>
  couple: boolean
  /** The member's own cities. */
  cities: readonly string[]
  invited: ReadonlySet<string>
  onSayHello: (suggestion: Suggestion) => void
}

/** Shows a few members to say hello to. */
export function Suggestions({ list, couple, cities, invited, onSayHello }: Props) {
  const t = useTexts(startTexts)
  const countInWords = useCountInWords()
  const lead = useLead(couple)
  const id = useId()
  const { data } = list
  if (data?.length === 0) {
    return (
      <EmptyState
        title={t('suggestions.empty')}
        action={<ButtonLink to={PROFILES}>{t('suggestions.emptyAction')}</ButtonLink>}
      >
        {t('suggestions.emptyText')}
      </EmptyState>
    )
  }
  if (!data && list.state === 'failed')
    return <Failed title={t('suggestions.failed')} error={list.error} retry={loadSuggestions} />
  return (
    <section className={styles.suggestions} aria-labelledby={id}>
      <h2 className={styles.title} id={id} tabIndex={-1}>
        {data ? t('suggestions.title', countInWords(data.length)) : t('suggestions.titleUnknown')}
      </h2>
      <p className={styles.lead}>{data ? lead(data, cities) : ' '}</p>
      {data ? (
        <ul>
          {data.map((suggestion) => (
            <Row
              key={suggestion.userName}
              suggestion={suggestion}
              ownCities={cities}
              isInvited={invited.has(suggestion.userName)}
              onSayHello={() => onSayHello(suggestion)}
            />
          ))}
        </ul>
      ) : (
        <Skeletons />
      )}
      <Link className="text-link" to={PROFILES}>
        {t('suggestions.all')}
      </Link>
    </section>
  )
}
