import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { usePresence } from '../chats/presence.ts'
import { useIgnored } from '../chats/statuses.ts'
import { useMedia } from '../lib/media.ts'
import { useTexts } from '../lib/texts.ts'
import { useOwn } from '../profiles/store.ts'
import { Announced } from '../search/Announced.tsx'
import { addressOf, formAddressOf, isFormOpen, type Search, searchIn } from '../search/address.ts'
import { beginAtTop } from '../search/places.ts'
import { NothingTried, Results } from '../search/Results.tsx'
import { SearchForm } from '../search/SearchForm.tsx'
import { forgetSearch } from '../search/store.ts'
import { searchTexts } from '../search/texts.ts'
import { dropDraft } from '../search/use-draft.ts'
import { usualWish } from '../search/wishes.ts'
import { PageTop } from '../ui/PageTop.tsx'
import styles from './profile-list.module.css'

/** The search: its form, and beside it, or on a phone behind it, what was found. */
export function ProfileListPage() {
  const t = useTexts(searchTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const location = useLocation()
  const search = useMemo(() => searchIn(params), [params])
  const single = useMedia('(max-width: 43.75em)')
  const online = usePresence((state) => state.online)
  const ignored = useIgnored()
  const lookingFor = useOwn().data?.profile.lookingFor
  const usual = useMemo(() => usualWish(lookingFor ?? []), [lookingFor])
  const [arrivals, setArrivals] = useState(0)
  const formAlone = single && isFormOpen(params)
  const address = addressOf(search)

  const toPage = (next: Search, replace = false) => {
    beginAtTop(addressOf(next))
    void navigate(addressOf(next), { replace })
  }
  const toSearch = (next: Search) => {
    dropDraft(search)
    forgetSearch(next)
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
          <NothingTried onFilter={onFilter} />
        ))}
      <Announced search={search} />
    </div>
  )
}
