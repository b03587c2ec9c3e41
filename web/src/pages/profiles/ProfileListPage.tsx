import { Search as Magnifier } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { usePresence } from '../../chats/presence/presence.ts'
import { useIgnored } from '../../chats/statuses.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { loadOwnProfile, useOwnProfile } from '../../profiles/store.ts'
import {
  defaultCriteriaFor,
  listDefaultCriteria,
  NO_PREFERENCES,
  preferencesOf,
  type SearchCriteria,
} from '../../search/filter/criteria.ts'
import { FirstChoice } from '../../search/filter/FirstChoice.tsx'
import { dropDraft, rememberCriteria, setDraft, useLastCriteria } from '../../search/filter/use-draft.ts'
import { useFilter } from '../../search/filter/use-filter.ts'
import { LoadingResults, Results } from '../../search/hits/Results.tsx'
import { SearchBar } from '../../search/SearchBar.tsx'
import { Summary } from '../../search/Summary.tsx'
import { SaveSearch } from '../../search/saved/SaveSearch.tsx'
import { resetPosition } from '../../search/scroll-positions.ts'
import { loadSearch, removeSearch } from '../../search/store.ts'
import { searchTexts } from '../../search/texts.ts'
import { parseSearch, type Search, searchUrl } from '../../search/urls.ts'
import { useDefaultSearch } from '../../search/use-default-search.ts'
import { useHeadingFocus } from '../../search/use-heading-focus.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import { useEverOpened } from '../../ui/overlays/use-ever-opened.ts'
import styles from './profile-list.module.css'

const FilterDrawer = lazy(async () => ({
  default: (await import('../../search/filter/FilterDrawer.tsx')).FilterDrawer,
}))

const toSearch = (criteria: SearchCriteria): Search => ({ by: 'filter', criteria, page: 0 })

const retryOwnProfile = () => void loadOwnProfile()

/**
 * Shows the results of a search, by default for the profiles that the member looks for. The filter opens in a drawer.
 */
export function ProfileListPage() {
  const t = useTexts(searchTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const search = useMemo(() => parseSearch(params), [params])
  const isNarrow = useMediaQuery('(max-width: 43.75em)')
  const online = usePresence((state) => state.online)
  const ignored = useIgnored()
  const own = useOwnProfile()
  const preferences = useMemo(() => (own.data ? preferencesOf(own.data) : NO_PREFERENCES), [own.data])
  const defaultCriteria = useMemo(() => defaultCriteriaFor(preferences), [preferences])
  const defaultSearches = useMemo(() => listDefaultCriteria(preferences).map(toSearch), [preferences])
  const lastCriteria = useLastCriteria()
  const searchWithoutName = lastCriteria ? toSearch(lastCriteria) : (defaultSearches[0] ?? null)
  const filter = useFilter(search)
  const hasOpenedFilter = useEverOpened(filter.isOpen)
  const path = searchUrl(search)
  const [heading, focusHeadingNext] = useHeadingFocus(path)
  const [isNameOpen, setNameOpen] = useState(false)
  const nameButton = useRef<HTMLButtonElement>(null)
  useDefaultSearch(search, defaultSearches, filter.isOpen)

  useEffect(() => {
    if (search?.by === 'filter') rememberCriteria(search.criteria)
  }, [search])

  const showSearch = (next: Search | null, replace = false) => {
    if (next) resetPosition(searchUrl(next))
    void navigate(searchUrl(next), { replace })
  }
  /** Requests a search, even if its hits are already on screen. */
  const submitSearch = (next: Search | null, replace = false) => {
    dropDraft()
    if (next) removeSearch(next)
    if (next && searchUrl(next) === path) void loadSearch(next)
    showSearch(next, replace)
  }
  const submitFromResults = (next: Search) => {
    focusHeadingNext()
    submitSearch(next)
  }
  /** If no search remains, moves the focus to the title of the page, then to the heading of what is shown next. */
  const submitFromChip = (next: Search | null) => {
    if (!next) {
      focusHeading()
      focusHeadingNext()
    }
    submitSearch(next)
  }
  const showPage = (next: Search) => {
    focusHeadingNext()
    showSearch(next)
  }
  const submitFilter = (next: Search) => {
    if (searchUrl(next) !== path) return submitSearch(next, true)
    dropDraft()
    removeSearch(next)
    void loadSearch(next)
    filter.close()
  }
  const submitName = (name: string) => {
    setNameOpen(false)
    if (isNarrow) focusHeadingNext()
    submitSearch({ by: 'name', name })
  }
  const closeName = () => {
    setNameOpen(false)
    nameButton.current?.focus()
  }
  const openNewSearch = () => {
    setDraft(search, { criteria: defaultCriteria })
    filter.open(true)
  }

  return (
    <div className={styles.page}>
      <PageTop
        title={t('page')}
        actions={
          isNarrow && (
            <IconButton
              ref={nameButton}
              icon={Magnifier}
              label={t('searchByName')}
              aria-expanded={isNameOpen}
              onClick={() => setNameOpen(!isNameOpen)}
            />
          )
        }
      />
      <SearchBar
        search={search}
        withoutName={searchWithoutName}
        preferences={preferences}
        nameField={isNarrow ? (isNameOpen ? 'alone' : 'hidden') : 'beside'}
        onFilter={() => filter.open()}
        onType={() => filter.open(true)}
        onSearch={submitFromChip}
        onRestore={showSearch}
        onName={submitName}
        onCloseName={closeName}
      />
      <Summary
        search={search}
        ignored={ignored}
        heading={heading}
        end={search?.by === 'filter' && <SaveSearch search={search} />}
      />
      {search ? (
        <Results
          key={path}
          search={search}
          online={online}
          ignored={ignored}
          onSearch={submitFromResults}
          onPage={showPage}
          onNew={openNewSearch}
        />
      ) : own.data && defaultSearches.length === 0 ? (
        <FirstChoice preferences={preferences} heading={heading} />
      ) : own.state === 'failed' && !own.data ? (
        <Failed title={t('failed')} error={own.error} retry={retryOwnProfile} />
      ) : (
        <LoadingResults />
      )}
      <Suspense>
        {hasOpenedFilter && (
          <FilterDrawer
            open={filter.isOpen}
            search={search}
            defaultCriteria={defaultCriteria}
            preferences={preferences}
            focusesType={filter.focusesType}
            onSearch={submitFilter}
            onClose={filter.close}
          />
        )}
      </Suspense>
    </div>
  )
}
