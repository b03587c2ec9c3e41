import { useEffect } from 'react'
import { ContactCard } from '../../first-contact/ContactCard.tsx'
import { loadSavedSearches, useSavedSearches } from '../../search/saved/store.ts'

/** Shows the contact rule with the names of the member's saved searches, since one of its needs refers to them. */
export function OwnContactCard() {
  const searches = useSavedSearches(({ searches }) => searches.data)
  useEffect(() => void loadSavedSearches(), [])
  return <ContactCard searchNames={searches?.map(({ name }) => name) ?? []} />
}
