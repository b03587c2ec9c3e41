import { useBlockActions } from '../../lib/blocking/use-block-actions.ts'
import { Button } from '../../ui/buttons/Button.tsx'

/** Shows the button that blocks a member. */
export function BlockMember({ name }: { name: string }) {
  const [block] = useBlockActions()(name)
  return (
    block && (
      <Button variant="dangerQuiet" icon={block.icon} onClick={block.run}>
        {block.label}
      </Button>
    )
  )
}
