-- Taking a control from a clause, or a requirement from a control, may take a second person, as retiring a control does.
alter table approval_request drop constraint approval_request_kind_check;
alter table approval_request add constraint approval_request_kind_check check (
  kind in (
    'control_retirement', 'clause_exclusion', 'exception_activation', 'clause_control_removal',
    'control_requirement_removal',
    'identity_provider_change', 'identity_provider_removal', 'group_rules_change', 'second_factor_removal'
  )
);
