import { useEffect } from 'react'
import { ContactCard } from '../../first-contact/ContactCard.tsx'
import { loadSavedSearches, useSavedSearches } from '../../search/saved/store.ts'

/** Lets the member choose who may write first, also by the saved searches. */
export function OwnContactCard() {
  const searches = useSavedSearches(({ searches }) => searches.data)
  useEffect(() => void loadSavedSearches(), [])
  return <ContactCard searchNames={searches?.map(({ name }) => name) ?? []} />
}
