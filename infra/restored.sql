-- Runs once on a database that was filled from a backup, before any service starts on it. `created` is the time of the backup.
--
-- Ends what gives access, since a session or link that was ended after the backup must not come back. Two links stay, as each
-- only takes a step back and carries 256 random bits: the way back from a changed address, and the one from a deletion. Without
-- them an account that was taken over, or deleted by a stranger, would be lost. The time between the backup and this moment
-- does not count against them, nor against the days before deleted accounts are purged.
\set ON_ERROR_STOP on
\set QUIET on
\o /dev/null
begin;
select set_config('salong.backup_created', :'created', true);
do $$
declare
  created timestamptz := current_setting('salong.backup_created');
  missed interval := now() - created;
  bearers text;
begin
  -- A backup of an earlier release lacks the newer of these tables.
  foreach bearers in array array['sessions', 'calendar_feeds', 'email_changes'] loop
    if to_regclass(bearers) is not null then execute format('delete from %I', bearers); end if;
  end loop;
  delete from mail_tokens where purpose <> 'DELETION' or "expiresAt" <= created;
  update mail_tokens set "expiresAt" = "expiresAt" + missed;
  update members set "deletedAt" = "deletedAt" + missed where "deletedAt" is not null;
  if to_regclass('email_returns') is not null then
    delete from email_returns where "expiresAt" <= created;
    update email_returns set "expiresAt" = "expiresAt" + missed;
  end if;
  -- The two that stay may have been mailed after the backup, with links that this database does not know.
  delete from mails where "endedAt" is null and kind not in ('EMAIL_RETURN', 'DELETION');
end $$;
commit;
