-- Runs once on a database that was restored from a backup, before any service starts on it. `created` is the time of
-- the backup.
--
-- Revokes all sessions and links: otherwise those that were revoked after the backup would be valid again. Two kinds of
-- links stay valid: the one that undoes an email address change and the one that undoes a deletion. Each only undoes a
-- change and contains 256 random bits. Without them, the owner of an account that a stranger took over or deleted would
-- lose it. The time between the backup and now does not count toward their expiry, nor toward the days before deleted
-- accounts are purged. Discards the archives of members' data, which may have been fetched or deleted after the backup.
--
-- Links to statements of decisions keep working, and the time does not count toward appeals, confirmations or questions
-- to reporters either, nor toward the team's aims and the days in which deleted words, removed photos and lost chats
-- can be reported. Suspensions and restrictions end at the time in their statements, because no member may serve one
-- twice.
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
  foreach table_name in array array['sessions', 'calendar_feeds', 'email_changes', 'passkey_challenges', 'password_waits',
    'recovery_codes'] loop
    if to_regclass(table_name) is not null then execute format('delete from %I', table_name); end if;
  end loop;
  delete from mail_tokens where purpose <> 'DELETION' or "expiresAt" <= created;
  update mail_tokens set "expiresAt" = "expiresAt" + elapsed;
  update members set "deletedAt" = "deletedAt" + elapsed where "deletedAt" is not null;
  -- Moves blocks like deletions, so that nobody can tell them apart by the time at which a chat vanished.
  if exists (select from information_schema.columns c where c.table_name = 'ignores' and c.column_name = 'blockedAt') then
    update ignores set "blockedAt" = "blockedAt" + elapsed where kind = 'BLOCK';
  end if;
  if to_regclass('email_returns') is not null then
    delete from email_returns where "expiresAt" <= created;
    update email_returns set "expiresAt" = "expiresAt" + elapsed;
  end if;
  -- Moves the deadlines of evidence, cases and reports by the time in which nobody could act on them.
  if to_regclass('evidence') is not null then
    update evidence set "purgeAt" = "purgeAt" + elapsed;
    update cases set "purgeAt" = "purgeAt" + elapsed where "purgeAt" is not null;
    update cases set "askedUntil" = "askedUntil" + elapsed where "askedUntil" is not null;
    update cases set "dueAt" = "dueAt" + elapsed where state not in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED');
    update reports set "aimAt" = "aimAt" + elapsed from cases
      where cases.id = reports."caseId" and cases.state not in ('DECIDED', 'UPHELD', 'OVERTURNED', 'CLOSED');
  end if;
  if to_regclass('earlier_words') is not null then
    update earlier_words set until = until + elapsed;
    update media set "dueAt" = "dueAt" + elapsed where state = 'REMOVED';
    update chat_members set "goneAt" = "goneAt" + elapsed where "goneAt" is not null;
  end if;
  -- Also moves the deadlines of appeals, confirmations of bans and provisional hiding. Banned accounts are kept as long
  -- as the decision can be appealed.
  if to_regclass('decisions') is not null then
    update decisions set "appealBy" = "appealBy" + elapsed, "confirmBy" = "confirmBy" + elapsed
      where "appealBy" is not null or "confirmBy" is not null;
    update removals set until = until + elapsed where until is not null and "restoredAt" is null;
    update members set "heldUntil" = "heldUntil" + elapsed where "heldUntil" is not null and exists (
      select from measures where "memberId" = members.id and kind = 'BAN' and "endedAt" is null);
    update measures set "wasDeletedAt" = "wasDeletedAt" + elapsed where "wasDeletedAt" is not null and "endedAt" is null;
  end if;
  -- The worker deletes the files and then the rows.
  if to_regclass('exports') is not null then
    update exports set state = 'REMOVED', "memberId" = null where state <> 'REMOVED';
  end if;
  -- Keeps pending emails with links that stay valid: they may have been sent after the backup, with links that this
  -- database lacks. Also keeps emails about decisions and notices, because the law requires them; a second copy has the
  -- same link.
  delete from mails where "endedAt" is null
    and kind not in ('EMAIL_RETURN', 'DELETION', 'DECISION', 'APPEAL_DECIDED', 'NOTICE_RECEIVED', 'NOTICE_DECIDED', 'NOTICE_CHANGED');
end $$;
commit;
