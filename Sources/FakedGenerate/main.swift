// The command comes here.
