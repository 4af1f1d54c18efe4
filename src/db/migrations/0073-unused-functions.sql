-- Only programs before version 71 called these, and none of them opens this database.
drop function if exists findings_of_fingerprints(text, text[]);
drop function if exists webhook_backlog();
