-- Runs once on a database that was restored from a backup, before any service starts on it. `created` is the time of the backup.
--
-- Revokes sessions and links, because one that was revoked after the backup must not come back. Two kinds of links stay valid: the one
-- that undoes an email address change and the one that undoes a deletion. Each only undoes a change and contains 256 random bits.
-- Without them, an account that a stranger took over or deleted would be lost. The time between the backup and now does not count
-- toward their expiry, nor toward the days before deleted accounts are purged. Discards the archives of members' data, which may have
-- been fetched or deleted after the backup.
\set ON_ERROR_STOP on
\set QUIET on
\o /dev/null
begin;
select set_config('salong.backup_created', :'created', true);
do $$
declare
  created timestamptz := current_setting('salong.backup_created');
  elapsed interval := now() - created;
  table_name text;
begin
  -- The backup of an earlier release may lack some of these tables.
  foreach table_name in array array['sessions', 'calendar_feeds', 'email_changes', 'passkey_challenges'] loop
    if to_regclass(table_name) is not null then execute format('delete from %I', table_name); end if;
  end loop;
  delete from mail_tokens where purpose <> 'DELETION' or "expiresAt" <= created;
  update mail_tokens set "expiresAt" = "expiresAt" + elapsed;
  update members set "deletedAt" = "deletedAt" + elapsed where "deletedAt" is not null;
  if to_regclass('email_returns') is not null then
    delete from email_returns where "expiresAt" <= created;
    update email_returns set "expiresAt" = "expiresAt" + elapsed;
  end if;
  -- Members could not act on their reports meanwhile.
  if to_regclass('evidence') is not null then
    update evidence set "purgeAt" = "purgeAt" + elapsed;
    update cases set "purgeAt" = "purgeAt" + elapsed where "purgeAt" is not null;
  end if;
  -- The worker deletes the files and then the rows.
  if to_regclass('exports') is not null then
    update exports set state = 'REMOVED', "memberId" = null where state <> 'REMOVED';
  end if;
  -- Pending emails of the two kinds that stay are kept: they may have been sent after the backup, with links that this database lacks.
  delete from mails where "endedAt" is null and kind not in ('EMAIL_RETURN', 'DELETION');
end $$;
commit;
