import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { usePresence } from '../../chats/presence.ts'
import { useIgnored } from '../../chats/statuses.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useOwnProfile } from '../../profiles/store.ts'
import { defaultCriteriaFor } from '../../search/criteria.ts'
import { EmptySearch, Results } from '../../search/Results.tsx'
import { SearchAnnouncement } from '../../search/SearchAnnouncement.tsx'
import { SearchForm } from '../../search/SearchForm.tsx'
import { resetPosition } from '../../search/scroll-positions.ts'
import { removeSearch } from '../../search/store.ts'
import { searchTexts } from '../../search/texts.ts'
import { isFormOpen, parseSearch, type Search, searchFormUrl, searchUrl } from '../../search/urls.ts'
import { dropDraft } from '../../search/use-draft.ts'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import styles from './profile-list.module.css'

/** Shows the search form and its results, side by side or, on a phone, on separate pages. */
export function ProfileListPage() {
  const t = useTexts(searchTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const location = useLocation()
  const search = useMemo(() => parseSearch(params), [params])
  const isSinglePane = useMediaQuery('(max-width: 43.75em)')
  const online = usePresence((state) => state.online)
  const ignored = useIgnored()
  const lookingFor = useOwnProfile().data?.profile.lookingFor
  const defaultCriteria = useMemo(() => defaultCriteriaFor(lookingFor ?? []), [lookingFor])
  const [formFocusCount, setFormFocusCount] = useState(0)
  const isFormAlone = isSinglePane && isFormOpen(params)
  const path = searchUrl(search)

  const showPage = (next: Search, replace = false) => {
    resetPosition(searchUrl(next))
    void navigate(searchUrl(next), { replace })
  }
  const submitSearch = (next: Search) => {
    dropDraft(search)
    removeSearch(next)
    showPage(next, isFormAlone)
  }
  /** Opens the form of this search, or of a new one. */
  const openForm = (formSearch: Search | null) => {
    setFormFocusCount((count) => count + 1)
    if (isSinglePane) void navigate(searchFormUrl(formSearch), { state: { from: location.pathname + location.search } })
    else void navigate(searchUrl(formSearch))
  }
  const openEmptyForm = () => {
    dropDraft(search)
    openForm(null)
  }
  const onFilter = isSinglePane ? () => openForm(search) : undefined

  return (
    <div className={styles.page}>
      <PageTop
        title={isFormAlone ? t('formPage') : t('page')}
        back={isFormAlone ? (location.state?.from ?? path) : undefined}
      />
      {(!isSinglePane || isFormAlone) && (
        <SearchForm
          search={search}
          defaultCriteria={defaultCriteria}
          focusCount={formFocusCount}
          onSearch={submitSearch}
        />
      )}
      {!isFormAlone &&
        (search ? (
          <Results
            key={path}
            search={search}
            online={online}
            ignored={ignored}
            onFilter={onFilter}
            onSearch={submitSearch}
            onPage={showPage}
            onNew={openEmptyForm}
          />
        ) : (
          <EmptySearch onFilter={onFilter} />
        ))}
      <SearchAnnouncement search={search} />
    </div>
  )
}
