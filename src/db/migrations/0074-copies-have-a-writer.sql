-- Only programs before version 71 staged files without a binding, and none of them opens this database.
drop trigger if exists artifact_of_the_release_before on artifact;
drop function if exists copy_of_artifact();
