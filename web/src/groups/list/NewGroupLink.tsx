import { UsersRound } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { groupsTexts } from '../texts.ts'
import { NEW_GROUP_URL } from '../urls.ts'

/** Shows the link to the form that creates a group. */
export const NewGroupLink = () => (
  <ButtonLink to={NEW_GROUP_URL} variant="outlined" icon={UsersRound}>
    {useTexts(groupsTexts)('create')}
  </ButtonLink>
)
