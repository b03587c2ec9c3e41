import styles from './form.module.css'

/** Shows an email address within a sentence. */
export const EmailAddress = ({ email }: { email: string }) => <strong className={styles.address}>{email}</strong>
