import { UsersRound } from 'lucide-react'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { NEW_GROUP } from '../address.ts'
import { groupsTexts } from '../texts.ts'

/** The link to the form that creates a group. */
export const NewGroupLink = () => (
  <ButtonLink to={NEW_GROUP} variant="outlined" icon={UsersRound}>
    {useTexts(groupsTexts)('create')}
  </ButtonLink>
)
