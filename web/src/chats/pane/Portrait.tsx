import { classes } from '../../ui/classes.ts'
import { Landscape } from '../../ui/photos/Landscape.tsx'
import { Photo } from '../../ui/photos/Photo.tsx'
import styles from './portrait.module.css'

type Props = { name: string; photoUrl: string | null; size: 'card' | 'invite' }

/** Shows the partner's photo in a large size, else the landscape generated from their name. */
export const Portrait = ({ name, photoUrl, size }: Props) => (
  <div className={classes(styles.portrait, styles[size])}>
    {photoUrl ? <Photo photo={photoUrl} alt={name} eager /> : <Landscape name={name} />}
  </div>
)
