import { NEW_MATCHES_MAX } from '@app/contract/limits'
import type { SavedSearch } from '@app/contract/members/saved-searches'
import { EllipsisVertical, Search as Magnifier, Mail, Pencil, Trash } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { showErrorToast, showToast } from '../../lib/feedback/toasts.ts'
import { inSession } from '../../lib/http/session.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useNumberInWords } from '../../lib/text/number-words.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Chip } from '../../ui/marks/Chip.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { type Criterion, listCriteria } from '../filter/active-criteria.ts'
import { criteriaOf, filterOf } from '../filter/criteria.ts'
import { useCriterionTexts } from '../filter/use-criterion-texts.ts'
import { searchUrl } from '../urls.ts'
import { SearchForm } from './SearchForm.tsx'
import styles from './saved.module.css'
import { changeSearch, deleteSearch, loadSavedSearches, resetCount, setInDigest, useSavedSearches } from './store.ts'
import { savedSearchTexts } from './texts.ts'

const load = () => void loadSavedSearches()

/** Returns the URL of a saved search, or of Profiles for a filter that this client cannot show. */
function urlOf({ filter }: SavedSearch): string {
  const criteria = criteriaOf(filter)
  return searchUrl(criteria && { by: 'filter', criteria, page: 0 })
}

const IN_LOWER_CASE: readonly Criterion['kind'][] = ['photo', 'verified', 'active']

/** Returns the criteria of a search in a line, such as 'Kvinna · Stockholm · 30–55 år · med foto'. */
function useCriteriaLine({ filter }: SavedSearch): string {
  const criterionText = useCriterionTexts()
  const locale = localeOf(useLanguage())
  const criteria = criteriaOf(filter)
  if (!criteria) return ''
  const words = listCriteria(criteria).map((criterion) => {
    const text = criterionText(criterion, criteria)
    if (!IN_LOWER_CASE.includes(criterion.kind)) return text
    return text.charAt(0).toLocaleLowerCase(locale) + text.slice(1)
  })
  return words.join(' · ')
}

type RowProps = { search: SavedSearch; onChange: () => void; onDelete: () => void }

function SearchRow({ search, onChange, onDelete }: RowProps) {
  const t = useTexts(savedSearchTexts)
  const navigate = useNavigate()
  const criteria = useCriteriaLine(search)
  const { id, name, inDigest, newCount } = search
  const url = urlOf(search)
  const show = () => {
    resetCount(id)
    void navigate(url)
  }
  const isMany = newCount >= NEW_MATCHES_MAX
  return (
    <li className={styles.search}>
      <div className={styles.facts}>
        <Link className={styles.name} to={url} dir="auto" onClick={() => resetCount(id)}>
          {name}
        </Link>
        <span className={styles.criteria}>{criteria}</span>
      </div>
      <div className={styles.controls}>
        {newCount > 0 ? (
          <Chip tone="private" small>
            {isMany ? t('newMany', { count: String(newCount) }) : t('new', { count: newCount })}
          </Chip>
        ) : (
          <span className={styles.nothing}>{t('nothingNew')}</span>
        )}
        <Switch checked={inDigest} onChange={(on) => void setInDigest(id, on)}>
          <span className={styles.inDigest} aria-hidden>
            {t('inDigest')}
          </span>
          <span className="visually-hidden">{t('inDigestOf', { name })}</span>
        </Switch>
        <Menu
          label={t('menu', { name })}
          icon={EllipsisVertical}
          actions={[
            {
              id: 'show',
              label: newCount > 0 ? t('showNew', { count: newCount }) : t('show'),
              icon: Magnifier,
              run: show,
            },
            { id: 'change', label: t('change'), icon: Pencil, run: onChange },
            { id: 'delete', label: t('remove'), icon: Trash, danger: true, run: onDelete },
          ]}
        />
      </div>
    </li>
  )
}

/** Asks the member to confirm the deletion of a search. */
function DeleteDialog({ search, open, onClose }: { search: SavedSearch; open: boolean; onClose: () => void }) {
  const t = useTexts(savedSearchTexts)
  const [busy, setBusy] = useState(false)
  async function confirm(): Promise<void> {
    setBusy(true)
    const onDeleted = inSession(() => showToast({ text: t('removed', { name: search.name }) }))
    await deleteSearch(search.id).then(onDeleted, inSession(showErrorToast))
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: search.name })}
      confirm={t('remove')}
      cancelLabel={t('cancel')}
      open={open}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}

type Opened = { search: SavedSearch; dialog: 'change' | 'delete' | null }

function List({ searches }: { searches: readonly SavedSearch[] }) {
  const t = useTexts(savedSearchTexts)
  const inWords = useNumberInWords()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened((previous) => previous && { ...previous, dialog: null })
  const words = inWords(searches.length)
  return (
    <>
      <ul className={styles.list}>
        {searches.map((search) => (
          <SearchRow
            key={search.id}
            search={search}
            onChange={() => setOpened({ search, dialog: 'change' })}
            onDelete={() => setOpened({ search, dialog: 'delete' })}
          />
        ))}
      </ul>
      <p className={styles.note}>
        <Mail size="1rem" strokeWidth={1.75} aria-hidden />
        <span>
          {t('note')} {t('used', { count: searches.length, words: words.charAt(0).toUpperCase() + words.slice(1) })}
        </span>
      </p>
      {opened && (
        <>
          <Dialog title={t('changeTitle')} open={opened.dialog === 'change'} onClose={close}>
            <SearchForm
              key={opened.search.id}
              initial={{ ...opened.search, criteria: criteriaOf(opened.search.filter) }}
              changesFilter
              send={({ criteria, ...change }) =>
                changeSearch(opened.search.id, { ...change, ...(criteria && { filter: filterOf(criteria, 0) }) })
              }
              close={close}
            />
          </Dialog>
          <DeleteDialog search={opened.search} open={opened.dialog === 'delete'} onClose={close} />
        </>
      )}
    </>
  )
}

/** Lists the member's saved searches, with the number of members who are new in each. */
export function SavedSearchesCard() {
  const t = useTexts(savedSearchTexts)
  const searches = useSavedSearches((state) => state.searches)
  useEffect(load, [])
  return (
    <Card title={t('title')}>
      {searches.data ? (
        searches.data.length > 0 ? (
          <List searches={searches.data} />
        ) : (
          <>
            <p className={styles.lead}>{t('empty')}</p>
            <div className={styles.link}>
              <ButtonLink variant="outlined" to="/profilelist">
                {t('toProfiles')}
              </ButtonLink>
            </div>
          </>
        )
      ) : searches.state === 'failed' ? (
        <Failed text={t('failed')} error={searches.error} retry={load} />
      ) : (
        <Loading text={t('loading')}>
          <div className={styles.skeletons}>
            <Skeleton height="2.75rem" />
            <Skeleton height="2.75rem" />
          </div>
        </Loading>
      )}
    </Card>
  )
}
