import { SAVED_SEARCH_NAME_MAX } from '@app/contract/limits'
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { inSession } from '../../lib/http/session.ts'
import { takeCharacters } from '../../lib/text/strip-markdown.ts'
import { getTexts, useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { filterOf } from '../filter/criteria.ts'
import type { Search } from '../urls.ts'
import { useTitle } from '../use-title.ts'
import { saveSearch } from './store.ts'
import { savedSearchTexts } from './texts.ts'

const SearchForm = lazy(async () => ({ default: (await import('./SearchForm.tsx')).SearchForm }))

/** Opens a dialog that saves a search by filter under a name. */
export function SaveSearch({ search }: { search: Extract<Search, { by: 'filter' }> }) {
  const t = useTexts(savedSearchTexts)
  const titleOf = useTitle()
  const isNarrow = useMediaQuery('(max-width: 43.75em)')
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      {isNarrow ? (
        <IconButton icon={Bookmark} label={t('save')} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      ) : (
        <Button variant="quiet" icon={Bookmark} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('save')}
        </Button>
      )}
      <Dialog title={t('save')} open={open} onClose={close}>
        <Suspense>
          <SearchForm
            initial={{
              name: takeCharacters(titleOf(search), SAVED_SEARCH_NAME_MAX),
              inDigest: true,
              criteria: search.criteria,
            }}
            send={async ({ name, inDigest }) => {
              const onSaved = inSession(() =>
                showToast({ text: getTexts(savedSearchTexts)('saved', { name: name.trim() }) }),
              )
              await saveSearch({ name, inDigest, filter: filterOf(search.criteria, 0) })
              onSaved()
            }}
            close={close}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
