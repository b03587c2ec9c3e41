import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { usePresence } from '../../chats/presence.ts'
import { useIgnored } from '../../chats/statuses.ts'
import { useMedia } from '../../lib/photos/media.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useOwn } from '../../profiles/store.ts'
import { addressOf, formAddressOf, isFormOpen, parseSearch, type Search } from '../../search/address.ts'
import { usualCriteria } from '../../search/criteria.ts'
import { EmptySearch, Results } from '../../search/Results.tsx'
import { SearchAnnouncement } from '../../search/SearchAnnouncement.tsx'
import { SearchForm } from '../../search/SearchForm.tsx'
import { resetPosition } from '../../search/scroll-positions.ts'
import { removeSearch } from '../../search/store.ts'
import { searchTexts } from '../../search/texts.ts'
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
  const single = useMedia('(max-width: 43.75em)')
  const online = usePresence((state) => state.online)
  const ignored = useIgnored()
  const lookingFor = useOwn().data?.profile.lookingFor
  const usual = useMemo(() => usualCriteria(lookingFor ?? []), [lookingFor])
  const [arrivals, setArrivals] = useState(0)
  const formAlone = single && isFormOpen(params)
  const address = addressOf(search)

  const toPage = (next: Search, replace = false) => {
    resetPosition(addressOf(next))
    void navigate(addressOf(next), { replace })
  }
  const toSearch = (next: Search) => {
    dropDraft(search)
    removeSearch(next)
    toPage(next, formAlone)
  }
  const toForm = (behind: Search | null) => {
    setArrivals((count) => count + 1)
    if (single) void navigate(formAddressOf(behind), { state: { from: location.pathname + location.search } })
    else void navigate(addressOf(behind))
  }
  const toNew = () => {
    dropDraft(search)
    toForm(null)
  }
  const onFilter = single ? () => toForm(search) : undefined

  return (
    <div className={styles.page}>
      <PageTop
        title={formAlone ? t('formPage') : t('page')}
        back={formAlone ? (location.state?.from ?? address) : undefined}
      />
      {(!single || formAlone) && <SearchForm search={search} usual={usual} arrivals={arrivals} onSearch={toSearch} />}
      {!formAlone &&
        (search ? (
          <Results
            key={address}
            search={search}
            online={online}
            ignored={ignored}
            onFilter={onFilter}
            onSearch={toSearch}
            onPage={toPage}
            onNew={toNew}
          />
        ) : (
          <EmptySearch onFilter={onFilter} />
        ))}
      <SearchAnnouncement search={search} />
    </div>
  )
}
