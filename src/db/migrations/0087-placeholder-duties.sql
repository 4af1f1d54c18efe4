comment on table search_word is null;
